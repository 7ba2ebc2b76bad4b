import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.ECGenParameterSpec;
import java.util.Date;
import org.bouncycastle.asn1.crmf.CertReqMessages;
import org.bouncycastle.asn1.crmf.CertReqMsg;
import org.bouncycastle.asn1.crmf.SubsequentMessage;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.crmf.AuthenticatorControl;
import org.bouncycastle.cert.crmf.CertificateRequestMessage;
import org.bouncycastle.cert.crmf.CertificateRequestMessageBuilder;
import org.bouncycastle.cert.crmf.PKMACBuilder;
import org.bouncycastle.cert.crmf.RegTokenControl;
import org.bouncycastle.cert.crmf.jcajce.JcePKMACValuesCalculator;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * Writes requests in CRMF into the working directory: for each key algorithm the file `ALGORITHM.crmf` with a signature over the request, and
 * with an EC key one file for each other thing that a request may hold. The first argument is the subject, the second that of the issuer.
 */
public class MakeCertificateRequests {
  private static final BouncyCastleProvider PROVIDER = new BouncyCastleProvider();
  private static X500Name subject;
  private static X500Name issuer;

  public static void main(String[] args) throws Exception {
    subject = new X500Name(args[0]);
    issuer = new X500Name(args[1]);
    String[][] algorithms = {
      {"rsa", "SHA256withRSA"}, {"ec", "SHA256withECDSA"}, {"Ed25519", "Ed25519"}, {"Ed448", "Ed448"},
      {"ML-DSA-44", "ML-DSA-44"}, {"ML-DSA-65", "ML-DSA-65"}, {"ML-DSA-87", "ML-DSA-87"},
    };
    for (String[] each : algorithms) {
      KeyPair pair = generate(each[0]);
      write(each[0], named(pair).setProofOfPossessionSigningKeySigner(signer(each[1], pair)));
    }
    KeyPair pair = generate("ec");
    ContentSigner signer = signer("SHA256withECDSA", pair);
    GeneralNames names = new GeneralNames(new GeneralName(GeneralName.dNSName, "www.example.org"));
    Date now = new Date(System.currentTimeMillis() / 1000 * 1000);
    write("everything", named(pair).setIssuer(issuer)
        .setValidity(now, new Date(now.getTime() + 86_400_000L))
        .addExtension(Extension.subjectAlternativeName, false, names)
        .setProofOfPossessionSigningKeySigner(signer));
    write("sender", unnamed(pair).setAuthInfoSender(subject).setProofOfPossessionSigningKeySigner(signer));
    write("mac", unnamed(pair)
        .setAuthInfoPKMAC(new PKMACBuilder(new JcePKMACValuesCalculator().setProvider(PROVIDER)), "foo123".toCharArray())
        .setProofOfPossessionSigningKeySigner(signer));
    write("ra-verified", named(pair).setProofOfPossessionRaVerified());
    write("key-encipherment", named(pair).setProofOfPossessionSubsequentMessage(SubsequentMessage.encrCert));
    write("registration-token", named(pair).addControl(new RegTokenControl("token")).setProofOfPossessionSigningKeySigner(signer));
    write("authenticator", named(pair).addControl(new AuthenticatorControl("secret")).setProofOfPossessionSigningKeySigner(signer));
    write("serial-number", named(pair).setSerialNumber(BigInteger.TEN).setProofOfPossessionSigningKeySigner(signer));
    CertificateRequestMessage one = named(pair).setProofOfPossessionSigningKeySigner(signer).build();
    CertReqMsg[] two = {one.toASN1Structure(), one.toASN1Structure()};
    Files.write(Path.of("two.crmf"), new CertReqMessages(two).getEncoded());
    Files.write(Path.of("alone.crmf"), one.getEncoded());
  }

  private static KeyPair generate(String algorithm) throws Exception {
    String name = algorithm.equals("rsa") ? "RSA" : algorithm.equals("ec") ? "EC" : algorithm;
    KeyPairGenerator generator = KeyPairGenerator.getInstance(name, PROVIDER);
    if (algorithm.equals("ec")) generator.initialize(new ECGenParameterSpec("P-256"), new SecureRandom());
    if (algorithm.equals("rsa")) generator.initialize(2048);
    return generator.generateKeyPair();
  }

  private static ContentSigner signer(String algorithm, KeyPair pair) throws Exception {
    return new JcaContentSignerBuilder(algorithm).setProvider(PROVIDER).build(pair.getPrivate());
  }

  private static CertificateRequestMessageBuilder unnamed(KeyPair pair) throws IOException {
    SubjectPublicKeyInfo key = SubjectPublicKeyInfo.getInstance(pair.getPublic().getEncoded());
    return new CertificateRequestMessageBuilder(BigInteger.ONE).setPublicKey(key);
  }

  private static CertificateRequestMessageBuilder named(KeyPair pair) throws IOException {
    return unnamed(pair).setSubject(subject);
  }

  private static void write(String name, CertificateRequestMessageBuilder builder) throws Exception {
    CertReqMessages messages = new CertReqMessages(builder.build().toASN1Structure());
    Files.write(Path.of(name + ".crmf"), messages.getEncoded());
  }
}
