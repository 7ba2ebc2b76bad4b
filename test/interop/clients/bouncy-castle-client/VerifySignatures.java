import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cms.CMSProcessableByteArray;
import org.bouncycastle.cms.CMSSignedData;
import org.bouncycastle.cms.CMSSignerDigestMismatchException;
import org.bouncycastle.cms.SignerInformation;
import org.bouncycastle.cms.jcajce.JcaSimpleSignerInfoVerifierBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.tsp.TimeStampResponse;
import org.bouncycastle.tsp.TimeStampToken;
import org.bouncycastle.util.Selector;
import org.bouncycastle.util.Store;

/**
 * Says of each signature in the working directory whether it holds: a line "true" or "false" for each group of four arguments, which are its
 * kind, the algorithm, and the files of what was signed and of the signature.
 */
public class VerifySignatures {
  private static final BouncyCastleProvider PROVIDER = new BouncyCastleProvider();

  public static void main(String[] args) throws Exception {
    for (int at = 0; at < args.length; at += 4) {
      byte[] document = Files.readAllBytes(Path.of(args[at + 2]));
      byte[] signature = Files.readAllBytes(Path.of(args[at + 3]));
      System.out.println(holds(args[at], args[at + 1], document, signature));
    }
  }

  private static boolean holds(String kind, String algorithm, byte[] document, byte[] signature) throws Exception {
    switch (kind) {
      case "plain":
        Signature verifier = Signature.getInstance(algorithm, PROVIDER);
        verifier.initVerify(publicKey(Files.readAllBytes(Path.of(algorithm + ".spki"))));
        verifier.update(document);
        return verifier.verify(signature);
      case "attached":
        CMSSignedData attached = new CMSSignedData(signature);
        byte[] content = (byte[]) attached.getSignedContent().getContent();
        return Arrays.equals(content, document) && holds(attached);
      case "detached":
        try {
          return holds(new CMSSignedData(new CMSProcessableByteArray(document), signature));
        } catch (CMSSignerDigestMismatchException otherDocument) {
          return false;
        }
      case "time-stamp":
        TimeStampToken token = new TimeStampResponse(signature).getTimeStampToken();
        byte[] digest = MessageDigest.getInstance("SHA-512").digest(document);
        X509CertificateHolder certificate = signer(token.toCMSSignedData());
        token.validate(new JcaSimpleSignerInfoVerifierBuilder().setProvider(PROVIDER).build(certificate));
        return Arrays.equals(token.getTimeStampInfo().getMessageImprintDigest(), digest);
      default:
        throw new IllegalArgumentException(kind);
    }
  }

  /** Tells whether there is a signature and every signature of a message holds. */
  private static boolean holds(CMSSignedData message) throws Exception {
    X509CertificateHolder certificate = signer(message);
    for (SignerInformation signer : message.getSignerInfos().getSigners()) {
      if (!signer.verify(new JcaSimpleSignerInfoVerifierBuilder().setProvider(PROVIDER).build(certificate))) return false;
    }
    return true;
  }

  /** The certificate of the only signer. */
  @SuppressWarnings("unchecked") // the library's own: a signer's name is a selector of certificates
  private static X509CertificateHolder signer(CMSSignedData message) {
    SignerInformation signer = message.getSignerInfos().iterator().next();
    Store<X509CertificateHolder> certificates = message.getCertificates();
    Selector<X509CertificateHolder> isSigner = signer.getSID();
    return certificates.getMatches(isSigner).iterator().next();
  }

  private static PublicKey publicKey(byte[] spki) throws Exception {
    String oid = SubjectPublicKeyInfo.getInstance(spki).getAlgorithm().getAlgorithm().getId();
    return KeyFactory.getInstance(oid, PROVIDER).generatePublic(new X509EncodedKeySpec(spki));
  }
}
