import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.xml.crypto.OctetStreamData;
import javax.xml.crypto.dom.DOMCryptoContext;
import javax.xml.crypto.dom.DOMStructure;
import javax.xml.crypto.dsig.CanonicalizationMethod;
import javax.xml.crypto.dsig.Reference;
import javax.xml.crypto.dsig.SignedInfo;
import javax.xml.crypto.dsig.Transform;
import javax.xml.crypto.dsig.TransformService;
import javax.xml.crypto.dsig.XMLSignature;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.dom.DOMSignContext;
import javax.xml.crypto.dsig.dom.DOMValidateContext;
import javax.xml.crypto.dsig.keyinfo.KeyInfo;
import javax.xml.crypto.dsig.keyinfo.KeyInfoFactory;
import javax.xml.crypto.dsig.spec.C14NMethodParameterSpec;
import javax.xml.crypto.dsig.spec.TransformParameterSpec;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * Canonical forms and XML signatures by the JDK, whose implementation is Apache Santuario.
 *
 * <pre>
 * XmlWitness canonicalize METHOD DIRECTORY   makes *.canonical of every *.xml
 * XmlWitness verify DIRECTORY                prints "NAME valid" or "NAME REASON" of every *.xml
 * XmlWitness sign DIRECTORY                  does what the lines of the file "jobs" there say, each of them:
 *     INPUT OUTPUT SIGNATURE-METHOD DIGEST-METHOD SIGNED-INFO-METHOD TRANSFORM|- ID|- KEY CERTIFICATE
 * </pre>
 */
public final class XmlWitness {
  private static final XMLSignatureFactory SIGNATURES = XMLSignatureFactory.getInstance("DOM");

  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[args.length - 1]);
    if (args[0].equals("sign")) {
      for (String job : Files.readAllLines(directory.resolve("jobs"))) sign(directory, job.split(" "));
      return;
    }
    for (File file : directory.toFile().listFiles((parent, name) -> name.endsWith(".xml"))) {
      switch (args[0]) {
        case "canonicalize" -> Files.write(
            Path.of(file.getPath().replaceAll("xml$", "canonical")), canonicalize(args[1], file));
        case "verify" -> System.out.println(file.getName() + " " + verify(file));
        default -> throw new IllegalArgumentException(args[0]);
      }
    }
  }

  private static byte[] canonicalize(String method, File file) throws Exception {
    TransformService service = TransformService.getInstance(method, "DOM");
    service.init(new DOMStructure(transformElement(method)), null);
    try (FileInputStream in = new FileInputStream(file)) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      var result = service.transform(new OctetStreamData(in), new DOMCryptoContext() {}, out);
      if (result instanceof OctetStreamData octets && out.size() == 0) return octets.getOctetStream().readAllBytes();
      return out.toByteArray();
    }
  }

  private static Element transformElement(String method) throws Exception {
    Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().newDocument();
    Element element = document.createElementNS(XMLSignature.XMLNS, "Transform");
    element.setAttribute("Algorithm", method);
    document.appendChild(element);
    return element;
  }

  private static String verify(File file) {
    try {
      Document document = parse(file);
      NodeList found = document.getElementsByTagNameNS(XMLSignature.XMLNS, "Signature");
      if (found.getLength() == 0) return "no signature";
      for (int i = 0; i < found.getLength(); i++) {
        Element element = (Element) found.item(i);
        Node certificate = element.getElementsByTagNameNS(XMLSignature.XMLNS, "X509Certificate").item(0);
        byte[] der = Base64.getMimeDecoder().decode(certificate.getTextContent());
        var key = certificate(der).getPublicKey();
        DOMValidateContext context = new DOMValidateContext(key, element);
        context.setProperty("org.jcp.xml.dsig.secureValidation", Boolean.FALSE);
        declareIds(context, document.getDocumentElement());
        XMLSignature signature = SIGNATURES.unmarshalXMLSignature(context);
        if (!signature.validate(context)) return signature.getSignatureValue().validate(context) ? "wrong digest" : "wrong signature";
      }
      return "valid";
    } catch (Exception error) {
      return error.toString().replace('\n', ' ');
    }
  }

  private static void sign(Path directory, String[] job) throws Exception {
    Document document = parse(directory.resolve(job[0]).toFile());
    List<Transform> transforms = new ArrayList<>();
    transforms.add(SIGNATURES.newTransform(Transform.ENVELOPED, (TransformParameterSpec) null));
    if (!job[5].equals("-")) transforms.add(SIGNATURES.newTransform(job[5], (TransformParameterSpec) null));
    boolean whole = job[6].equals("-");
    String uri = whole ? "" : "#" + job[6];
    Reference reference =
        SIGNATURES.newReference(uri, SIGNATURES.newDigestMethod(job[3], null), transforms, null, null);
    CanonicalizationMethod method = SIGNATURES.newCanonicalizationMethod(job[4], (C14NMethodParameterSpec) null);
    SignedInfo info = SIGNATURES.newSignedInfo(method, SIGNATURES.newSignatureMethod(job[2], null), List.of(reference));
    X509Certificate certificate = certificate(Files.readAllBytes(directory.resolve(job[8])));
    KeyInfoFactory keys = SIGNATURES.getKeyInfoFactory();
    KeyInfo keyInfo = keys.newKeyInfo(
        List.of(
            keys.newKeyName("the signer"),
            keys.newKeyValue(certificate.getPublicKey()),
            keys.newX509Data(
                List.of(
                    certificate,
                    certificate.getSubjectX500Principal().getName(),
                    keys.newX509IssuerSerial(
                        certificate.getIssuerX500Principal().getName(),
                        certificate.getSerialNumber())))));
    Element root = document.getDocumentElement();
    Element place = whole ? root : withId(root, job[6]);
    PrivateKey key =
        KeyFactory.getInstance(certificate.getPublicKey().getAlgorithm())
            .generatePrivate(new PKCS8EncodedKeySpec(Files.readAllBytes(directory.resolve(job[7]))));
    DOMSignContext context = new DOMSignContext(key, place);
    context.setProperty("org.jcp.xml.dsig.secureValidation", Boolean.FALSE);
    if (!whole) context.setIdAttributeNS(place, null, "Id");
    SIGNATURES.newXMLSignature(info, keyInfo).sign(context);
    try (OutputStream out = Files.newOutputStream(directory.resolve(job[1]))) {
      TransformerFactory.newInstance().newTransformer().transform(new DOMSource(document), new StreamResult(out));
    }
  }

  private static Element withId(Element element, String id) {
    if (id.equals(element.getAttribute("Id"))) return element;
    NodeList all = element.getElementsByTagName("*");
    for (int i = 0; i < all.getLength(); i++)
      if (id.equals(((Element) all.item(i)).getAttribute("Id"))) return (Element) all.item(i);
    throw new IllegalArgumentException("no element has the id " + id);
  }

  private static void declareIds(DOMValidateContext context, Element root) {
    NodeList all = root.getElementsByTagName("*");
    if (root.hasAttribute("Id")) context.setIdAttributeNS(root, null, "Id");
    for (int i = 0; i < all.getLength(); i++)
      if (((Element) all.item(i)).hasAttribute("Id")) context.setIdAttributeNS((Element) all.item(i), null, "Id");
  }

  private static Document parse(File file) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    return factory.newDocumentBuilder().parse(file);
  }

  private static X509Certificate certificate(byte[] der) throws Exception {
    return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
  }
}
