import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Date;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.ocsp.OCSPObjectIdentifiers;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.Extensions;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.ocsp.BasicOCSPResp;
import org.bouncycastle.cert.ocsp.CertificateID;
import org.bouncycastle.cert.ocsp.OCSPReqBuilder;
import org.bouncycastle.cert.ocsp.OCSPResp;
import org.bouncycastle.cert.ocsp.RevokedStatus;
import org.bouncycastle.cert.ocsp.SingleResp;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.operator.ContentVerifierProvider;
import org.bouncycastle.operator.DigestCalculator;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.operator.jcajce.JcaDigestCalculatorProviderBuilder;

/**
 * Asks an OCSP responder with Bouncy Castle: CheckOcspResponses URL CA SERIAL...
 *
 * <p>It prints a line for each serial number: the status, the algorithm of the responder's key and of its signature, once the signature of the answer, that of
 * the responder's certificate by the CA, its purpose and the nonce have been checked.
 */
public class CheckOcspResponses {
  private static final BouncyCastleProvider PROVIDER = new BouncyCastleProvider();

  public static void main(String[] args) throws Exception {
    X509CertificateHolder ca;
    try (PEMParser parser = new PEMParser(Files.newBufferedReader(Path.of(args[1])))) {
      ca = (X509CertificateHolder) parser.readObject();
    }
    for (int at = 2; at < args.length; at++) System.out.println(check(args[0], ca, new BigInteger(args[at], 16)));
  }

  private static String check(String url, X509CertificateHolder ca, BigInteger serial) throws Exception {
    DigestCalculator sha1 = new JcaDigestCalculatorProviderBuilder().setProvider(PROVIDER).build().get(CertificateID.HASH_SHA1);
    CertificateID id = new CertificateID(sha1, ca, serial);
    byte[] nonce = new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    DEROctetString octets = new DEROctetString(nonce);
    Extension sent = new Extension(OCSPObjectIdentifiers.id_pkix_ocsp_nonce, false, octets.getEncoded());
    byte[] request = new OCSPReqBuilder().addRequest(id).setRequestExtensions(new Extensions(sent)).build().getEncoded();
    HttpResponse<byte[]> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(url))
                    .header("Content-Type", "application/ocsp-request")
                    .POST(HttpRequest.BodyPublishers.ofByteArray(request))
                    .build(),
                HttpResponse.BodyHandlers.ofByteArray());
    OCSPResp response = new OCSPResp(new ByteArrayInputStream(answer.body()));
    if (response.getStatus() != OCSPResp.SUCCESSFUL) return "status " + response.getStatus();
    BasicOCSPResp basic = (BasicOCSPResp) response.getResponseObject();
    X509CertificateHolder signer = basic.getCerts()[0];
    if (!basic.isSignatureValid(verifier(signer))) return "the signature of the answer is wrong";
    if (!signer.isSignatureValid(verifier(ca))) return "the signature of the responder's certificate is wrong";
    if (!signer.getIssuer().equals(ca.getSubject())) return "the responder is another CA's";
    ExtendedKeyUsage purposes = ExtendedKeyUsage.fromExtensions(signer.getExtensions());
    if (!purposes.hasKeyPurposeId(KeyPurposeId.id_kp_OCSPSigning)) return "the responder may not sign answers";
    Extension received = basic.getExtension(OCSPObjectIdentifiers.id_pkix_ocsp_nonce);
    if (!Arrays.equals(received.getExtnValue().getOctets(), octets.getEncoded())) return "the nonce is another one";
    SingleResp single = basic.getResponses()[0];
    Date now = new Date();
    if (!single.getCertID().equals(id) || single.getNextUpdate().before(now) || single.getThisUpdate().after(now)) {
      return "the answer is for something else";
    }
    Object status = single.getCertStatus();
    String name = status == null ? "good" : status instanceof RevokedStatus ? "revoked" : "unknown";
    return name + " " + basic.getSignatureAlgorithmID().getAlgorithm();
  }

  private static ContentVerifierProvider verifier(X509CertificateHolder certificate) throws Exception {
    return new JcaContentVerifierProviderBuilder().setProvider(PROVIDER).build(certificate);
  }
}
